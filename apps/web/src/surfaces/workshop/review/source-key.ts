const known = ['workshop', 'system', 'outside', 'studio'] as const;

/** Who made a Draft, as the words know it; what a newer version writes is Atelier's own. */
export const sourceKey = (kind: string): (typeof known)[number] => known.find((each) => each === kind) ?? 'system';
