import type { SharedRecords } from '@atelier/kernel/ports';

/** Records as a database keeps them; `records` is what is there. */
export const createMemoryRecords = (): SharedRecords & { readonly records: Map<string, string> } => {
  const records = new Map<string, string>();
  return {
    records,
    read: async (name) => records.get(name),
    putIfAbsent: async (name, value) => {
      if (!records.has(name)) records.set(name, value);
      return records.get(name) ?? value;
    },
    replace: async (name, before, after) => {
      if (records.get(name) !== before) return false;
      records.set(name, after);
      return true;
    },
  };
};
