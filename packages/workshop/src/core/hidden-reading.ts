import { defaultWorkbenchSettings, WorkbenchSettings } from '@atelier/contracts';
import type { JsonObject } from '@atelier/kernel/core';

export type HiddenReading = WorkbenchSettings['hiddenContent'];
const { hiddenContent, hiddenByFile } = WorkbenchSettings.shape;

/**
 * Results of earlier calls can be recalled. One that was given with its hidden text stays closed where a person has
 * since chosen, for any file, that a model sees none.
 */
export const mayRecall = (settings: Readonly<Record<string, unknown>>, result: JsonObject): boolean => {
  const warnings = Array.isArray(result.warnings) ? result.warnings : [];
  if (!warnings.some((each) => String(each).startsWith('hidden_content:'))) return true;
  const files = hiddenByFile.safeParse(settings.hiddenByFile ?? {});
  return (
    hiddenReadingOf(settings, '') === 'labelled' && files.success && !Object.values(files.data).includes('withheld')
  );
};

/**
 * What a model may see of what a file hides. A choice that cannot be read withholds: it was made to keep something from
 * a model, and by other versions than this one.
 */
export const hiddenReadingOf = (settings: Readonly<Record<string, unknown>>, path: string): HiddenReading => {
  const files = hiddenByFile.safeParse(settings.hiddenByFile ?? {});
  const rest = hiddenContent.safeParse(settings.hiddenContent ?? defaultWorkbenchSettings.hiddenContent);
  if (!files.success || !rest.success) return 'withheld';
  return Object.hasOwn(files.data, path) ? (files.data[path] ?? 'withheld') : rest.data;
};
