/** The share of each pane in percent, by its id. */
export type PanesLayout = Readonly<Record<string, number>>;

export const layoutKey = (name: string): string => `atelier.panes.${name}`;

/** What was stored, if it still fits the panes there are: another set of panes starts from its own sizes. */
export const parseLayout = (text: string | null, ids: readonly string[]): PanesLayout | undefined => {
  const stored = parsed(text);
  if (stored === undefined) return undefined;
  const shares = ids.map((id) => stored[id]);
  if (Object.keys(stored).length !== ids.length || !shares.every(isShare)) return undefined;
  const total = shares.reduce((sum, share) => sum + share, 0);
  return Math.abs(total - 100) < 1 ? Object.fromEntries(ids.map((id, at) => [id, shares[at] ?? 0])) : undefined;
};

/** The sizes to start with, completed to 100: panes without a size of their own share what is left. */
export const defaultLayout = (panes: readonly { readonly id: string; readonly size?: number }[]): PanesLayout => {
  const open = panes.filter(({ size }) => size === undefined).length;
  const named = panes.reduce((sum, { size = 0 }) => sum + size, 0);
  const rest = open === 0 ? 0 : Math.max(0, 100 - named) / open;
  const shares = panes.map(({ size = rest }) => size);
  const total = shares.reduce((sum, share) => sum + share, 0) || 1;
  return Object.fromEntries(panes.map(({ id }, at) => [id, ((shares[at] ?? 0) / total) * 100]));
};

const isShare = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 100;

const parsed = (text: string | null): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
};
