type Facts = Readonly<Record<string, unknown>>;

/** A fact of a card that is a text; anything else is not there. */
export const textFact = (facts: Facts, name: string): string | undefined => {
  const value = facts[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** A fact that is a number; one that is missing counts as none. */
export const countFact = (facts: Facts, name: string): number => {
  const value = facts[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
};
