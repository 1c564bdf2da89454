export * from './review.ts';
export {
  type CellFace as ReviewCellFace,
  MarkedText,
  ReviewPlace,
  type ReviewStatus,
} from './review-items.ts';
