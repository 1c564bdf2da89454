/** The five states anything in Atelier can be in. Colour always comes with an icon or a word. */
export type Tone = 'neutral' | 'accent' | 'draft' | 'published' | 'danger';

export const toneClass: Record<Tone, string> = {
  neutral: 'bg-sunken text-muted border-line',
  accent: 'bg-accent-soft text-accent-text border-accent/25',
  draft: 'bg-draft-soft text-draft-text border-draft/40',
  published: 'bg-published-soft text-published-text border-published/40',
  danger: 'bg-danger-soft text-danger-text border-danger/30',
};

export const dotClass: Record<Tone, string> = {
  neutral: 'bg-faint',
  accent: 'bg-accent',
  draft: 'bg-draft',
  published: 'bg-published',
  danger: 'bg-danger',
};
