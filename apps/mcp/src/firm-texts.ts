import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Whether a person asked for the firmer tool texts. Read by hand: the tools are listed before any library is loaded. */
export const wantsFirmTexts = (data: string): boolean => {
  try {
    const config = JSON.parse(readFileSync(join(data, 'config', 'rails.json'), 'utf8')) as {
      flags?: { firmToolTexts?: unknown };
    };
    return config.flags?.firmToolTexts === true;
  } catch {
    return false;
  }
};
