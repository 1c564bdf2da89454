const rows = ['קראטוןםפ', 'שדגכעיחלךף', 'זסבהנמצתץ', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const besideOf = new Map(rows.flatMap((row) => [...row].map((key, at) => [key, row[at + 1] ?? row[at - 1] ?? key])));

/**
 * One slip of the finger in a word of four letters or more: two letters swapped, one left out, one typed twice, or the
 * key beside it. Which word, where and how, `nth` says, so it is the same each time.
 */
export const mistyped = (text: string, nth: number): string => {
  const words = text.split(' ');
  const long = words.flatMap((word, at) => (/^\p{L}{4,}$/u.test(word) ? [at] : []));
  const at = long[nth % Math.max(1, long.length)];
  if (at === undefined) return text;
  const letters = [...(words[at] ?? '')];
  const from = 1 + (nth % (letters.length - 2));
  const [letter = '', next = ''] = letters.slice(from, from + 2);
  const slips = [next + letter, next, letter + letter + next, (besideOf.get(letter.toLowerCase()) ?? letter) + next];
  words[at] = [...letters.slice(0, from), slips[nth % slips.length], ...letters.slice(from + 2)].join('');
  return words.join(' ');
};
