import { budgets } from '../budgets.ts';
import { byCodeUnit } from '../ids.ts';
import { truncate, utf8Bytes } from '../text.ts';

/** Each cut to its size, sorted, and as many as fit together. */
export const boundedTexts = (texts: readonly string[], each: number): string[] => {
  let left: number = budgets.validationTotalBytes;
  return [...new Set(texts.map((text) => truncate(text, each, '…')))].sort(byCodeUnit).filter((text) => {
    left -= utf8Bytes(text);
    return left >= 0;
  });
};
