import type { Device } from './events.ts';

/** As much of a browser as its owner needs to know it again. Its address is nobody's business and not kept. */
export const deviceOf = (userAgent: string | undefined): Device => {
  const text = userAgent ?? '';
  const first = <Name extends string>(names: readonly (readonly [RegExp, Name])[]): Name | undefined =>
    names.find(([pattern]) => pattern.test(text))?.[1];
  return {
    // The order counts: each of them claims to be those after it.
    browser:
      first([
        [/Edg(e|A|iOS)?\//, 'edge'],
        [/Firefox\/|FxiOS\//, 'firefox'],
        [/Chrome\/|Chromium\/|CriOS\//, 'chrome'],
        [/Safari\//, 'safari'],
      ]) ?? 'other',
    system:
      first([
        [/Android/, 'android'],
        [/iPhone|iPad|iPod/, 'ios'],
        [/Windows/, 'windows'],
        [/Mac OS X|Macintosh/, 'mac'],
        [/Linux|X11|CrOS/, 'linux'],
      ]) ?? 'other',
  };
};
