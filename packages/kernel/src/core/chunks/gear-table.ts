/**
 * One random-looking word per byte value. Generated from a fixed seed and never changed: another table
 * would cut every file elsewhere and share nothing with what is stored.
 */
const SEED = 0x41_74_65_6c;

export const gearTable: Int32Array = (() => {
  const table = new Int32Array(256);
  let state = SEED;
  for (let value = 0; value < table.length; value++) {
    state = (state + 0x9e37_79b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0_aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a_2d97);
    table[value] = mixed ^ (mixed >>> 15);
  }
  return table;
})();
