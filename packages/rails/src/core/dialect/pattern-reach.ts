const MOST_CHARS = 4_096;
/** Characters looked at by a pattern with so many endless repeats: each may stop anywhere, and all ways are tried. */
const BY_REPEATS = [MOST_CHARS, MOST_CHARS, 800, 160, 80, 45, 28];
const LEAST_CHARS = 20;
/** Ways that may be tried where a repeat repeats: they multiply with each character. */
const MOST_WAYS = 2e6;

type Group = { repeats: number; choices: number };

/**
 * How many characters of a text a pattern may be tried on. A workflow may bring a pattern that takes time without end,
 * and it runs in the process that serves everybody. The bound depends on the pattern alone, so that a step is chosen
 * alike on every machine; patterns without a repeat inside a repeat see all that anybody matches.
 */
export const patternReach = (pattern: string): number => {
  const open: Group[] = [{ repeats: 0, choices: 0 }];
  let repeats = 0;
  let ways = 1;
  let isInClass = false;
  for (let at = 0; at < pattern.length; at += 1) {
    const char = pattern[at];
    const group = open.at(-1) as Group;
    if (char === '\\') {
      // A reference to a group may stand for any length of text.
      if (/[1-9k]/.test(pattern[at + 1] ?? '')) ways *= 3;
      at += 1;
    } else if (isInClass) isInClass = char !== ']';
    else if (char === '[') isInClass = true;
    else if (char === '(') open.push({ repeats: 0, choices: 0 });
    else if (char === '|') group.choices += 1;
    else if (char === ')' && open.length > 1) {
      open.pop();
      const inner = group.repeats + group.choices;
      if (isRepeated(pattern, at + 1) && inner > 0) ways = Math.max(ways, ways * (1 + inner));
      const outer = open.at(-1) as Group;
      outer.repeats += group.repeats;
      outer.choices += group.choices;
    } else if (isRepeated(pattern, at)) {
      repeats += 1;
      group.repeats += 1;
    } else if (char === '?') group.choices += 1;
  }
  if (ways > 1) return Math.max(6, Math.floor(Math.log(MOST_WAYS) / Math.log(ways)));
  return BY_REPEATS[repeats] ?? LEAST_CHARS;
};

/** `*`, `+`, or a count whose end is open or far. */
const isRepeated = (pattern: string, at: number): boolean => {
  if (pattern[at] === '*' || pattern[at] === '+') return true;
  const [, from, comma, to] = /^\{(\d+)(,?)(\d*)\}/.exec(pattern.slice(at, at + 20)) ?? [];
  if (from === undefined) return false;
  return to === '' ? comma === ',' || Number(from) > 9 : Number(to) > 9;
};
