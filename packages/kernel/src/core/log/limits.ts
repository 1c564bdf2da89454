/** A segment closes at whichever it reaches first; one commit never spans two. */
export const SEGMENT_EVENTS = 5_000;
export const SEGMENT_BYTES = 4 * 1024 * 1024;
/** Content that may ride inside a commit. Larger content goes to the blob store first. */
export const INLINE_CONTENT_BYTES = 4 * 1024;
