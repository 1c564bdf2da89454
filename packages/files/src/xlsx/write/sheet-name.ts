/** A name a sheet may have: no `\ / ? * [ ] :`, at most 31 characters, no apostrophe at either end. */
export const sheetNameFrom = (wanted: string): { readonly name: string; readonly changed: boolean } => {
  const name = wanted
    .replace(/[\\/?*[\]:]/g, '_')
    .slice(0, 31)
    .replace(/^'|'$/g, '_');
  const usable = name.trim() === '' ? 'Sheet1' : name;
  return { name: usable, changed: usable !== wanted };
};

export const isSheetName = (name: string): boolean => !sheetNameFrom(name).changed;
