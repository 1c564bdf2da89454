/** How full the model's view is, as a meter for people. It informs and never blocks. */
export type ClutterInput = {
  readonly files: readonly { readonly family: FileFamily; readonly bytes: number }[];
  readonly conversationChars: number;
  readonly contextBytes: number;
  readonly contextTokens: number;
};
export type FileFamily = 'text' | 'document' | 'sheet_or_slides' | 'image' | 'opaque';

export type Clutter = {
  readonly score: number;
  readonly level: 'light' | 'moderate' | 'heavy';
  readonly contextShare: number;
  readonly warnsOfContext: boolean;
  /** What each kind of thing takes of the model's window. */
  readonly parts: { readonly files: number; readonly conversation: number; readonly context: number };
};

const perFile = 500;

export const clutterOf = ({ files, conversationChars, contextBytes, contextTokens }: ClutterInput): Clutter => {
  const weights = files.reduce((sum, { family, bytes }) => sum + perFile + weightOf(family, bytes), 0);
  const context = contextBytes / 4;
  const share = clamp(context / contextTokens);
  const score = clamp((weights + conversationChars / 4 + context) / contextTokens);
  return {
    score,
    level: score < 0.4 ? 'light' : score <= 0.7 ? 'moderate' : 'heavy',
    contextShare: share,
    warnsOfContext: share >= 0.35,
    parts: {
      files: clamp(weights / contextTokens),
      conversation: clamp(conversationChars / 4 / contextTokens),
      context: share,
    },
  };
};

const weightOf = (family: FileFamily, bytes: number): number => {
  switch (family) {
    case 'text':
      return bytes > 100 * 1024 ? 25_000 : bytes / 4;
    case 'document':
      return 4_000 + bytes / 6;
    case 'sheet_or_slides':
      return 6_000 + bytes / 8;
    case 'image':
      return 4_000;
    case 'opaque':
      return 500;
  }
};

const clamp = (value: number): number => Math.min(1, Math.max(0, value));
