/** Cells that one export may write or clear: what fits beside the sheet itself. */
export const MOST_BULK = 500_000;
