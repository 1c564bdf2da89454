import type { Json } from '@atelier/kernel/core';
import type { z } from 'zod';
import type { BenchEventOf, CardKind, Stamp } from './events.ts';
import type { MessageId } from './ids.ts';

/** A card in the chat. It stands on the path like a message, so that a person can return to it. */
export const card = (
  messageId: MessageId,
  parentId: MessageId | null,
  event: z.infer<typeof CardKind>,
  facts: Readonly<Record<string, Json>>,
  stamp: Stamp,
): BenchEventOf<'message.card'> => ({
  kind: 'message.card',
  messageId,
  parentId,
  event,
  facts: facts as Record<string, never>,
  stamp,
});
