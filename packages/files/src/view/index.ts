/** What a browser may use of this package: pure, without formats, workers or a disk. */
export { type Alignment, align, type Block } from '../review/align.ts';
export { type ReviewRow, reviewRows } from './review-rows.ts';
export { countUnseen, spellUnseen } from './unseen.ts';
export { english, hebrew, type ReviewWords } from './words.ts';
