import type { Sha256 } from '@atelier/kernel/core';

/** Which question a model was asked, without keeping the question. */
export const promptHash = (
  sha256: Sha256,
  { system, user }: { readonly system: string; readonly user: string },
): string => sha256(`${system}\n\n${user}`);
