/** What a number under a format stands for. */
export type DateKind = 'none' | 'date' | 'datetime' | 'time';

const BUILTIN: Readonly<Record<number, string>> = {
  0: 'General',
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'mm-dd-yy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'm/d/yy h:mm',
  37: '#,##0 ;(#,##0)',
  38: '#,##0 ;[Red](#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;[Red](#,##0.00)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mmss.0',
  48: '##0.0E+0',
  49: '@',
};

export const builtinFormat = (id: number): string | undefined =>
  BUILTIN[id] ?? ((id >= 27 && id <= 36) || (id >= 50 && id <= 58) ? 'yyyy-mm-dd' : undefined);

export const builtinFormatId = (code: string): number | undefined => {
  const found = Object.entries(BUILTIN).find(([, known]) => known === code);
  return found ? Number(found[0]) : undefined;
};

export const dateKindOf = (code: string): DateKind => {
  const bare = (code.split(';')[0] ?? '')
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, '')
    .toLowerCase();
  if (bare.includes('general') || bare === '@') return 'none';
  const marks = bare.replace(/am\/pm|a\/p/g, 'h');
  const day = /[yd]/.test(marks) || (/m/.test(marks) && !/[hs]/.test(marks));
  const clock = /[hs]/.test(marks);
  if (day) return clock ? 'datetime' : 'date';
  return clock ? 'time' : 'none';
};

const DAY_MS = 86_400_000;

/** ISO text of a serial number; undefined when the serial is no date. */
export const serialToIso = (serial: number, kind: DateKind, date1904: boolean): string | undefined => {
  if (kind === 'none' || !(serial >= 0) || serial > 2_958_466) return undefined;
  // The 1900 system counts a 29 February 1900 that never was; serials before it are one day off the epoch.
  const epoch = date1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30);
  const stamp = new Date(epoch + Math.round((serial * DAY_MS) / 1000) * 1000).toISOString();
  const midnight = stamp.slice(11, 19) === '00:00:00';
  if (kind === 'time') return serial < 1 ? stamp.slice(11, 19) : elapsed(serial);
  return kind === 'date' && midnight ? stamp.slice(0, 10) : stamp.slice(0, 19);
};

const elapsed = (serial: number): string => {
  const seconds = Math.round(serial * 86_400);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
};

/** The serial of `2026-03-01`, `2026-03-01T08:30` or `08:30:00`; undefined when the text is no such date. */
export const isoToSerial = (
  text: string,
  date1904: boolean,
): { readonly serial: number; readonly kind: Exclude<DateKind, 'none'> } | undefined => {
  const match = /^(?:(\d{4})-(\d\d)-(\d\d))?(?:[T ]?(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?Z?)?$/.exec(text.trim());
  if (!match || text.trim() === '') return undefined;
  const [, year, month, day, hour, minute, second] = match.map((piece) =>
    piece === undefined ? undefined : Number(piece),
  );
  const clock = ((hour ?? 0) * 3600 + (minute ?? 0) * 60 + (second ?? 0)) / 86_400;
  if ((hour ?? 0) > 23 || (minute ?? 0) > 59 || (second ?? 0) > 59) return undefined;
  if (year === undefined || month === undefined || day === undefined) return { serial: clock, kind: 'time' };
  const at = Date.UTC(year, month - 1, day);
  if (new Date(at).toISOString().slice(0, 10) !== match.slice(1, 4).join('-')) return undefined;
  const days = date1904 ? (at - Date.UTC(1904, 0, 1)) / DAY_MS : (at - Date.UTC(1899, 11, 30)) / DAY_MS;
  const serial = (date1904 || days >= 61 ? days : days - 1) + clock;
  if (serial < 0) return undefined;
  return { serial, kind: hour === undefined ? 'date' : 'datetime' };
};
