import type { BlobId, Blobs } from '@atelier/kernel/ports';
import type { ChatMessage, Picture } from '../core/chat.ts';

/** What a log event holds itself; prompts and long turns are content that its commit pins. */
const mostInline = 4_096;

type SavedPicture = Picture | { readonly mediaType: string; readonly content: BlobId };
export type SavedMessage = ChatMessage | { readonly stored: BlobId };

export type PackedMessages = {
  readonly added: readonly SavedMessage[];
  /** Content that the messages are made of. */
  readonly holds: readonly BlobId[];
};

/** Messages as a log event names them: pictures always by id, and all of them by one id where they are long. */
export const packMessages = async (
  blobs: Pick<Blobs, 'put'>,
  messages: readonly ChatMessage[],
): Promise<PackedMessages> => {
  const holds: BlobId[] = [];
  const keep = async (bytes: Uint8Array): Promise<BlobId> => {
    const id = await blobs.put(bytes);
    holds.push(id);
    return id;
  };
  const named: unknown[] = [];
  for (const message of messages) {
    if (message.role !== 'user' || !message.pictures) {
      named.push(message);
      continue;
    }
    const pictures: SavedPicture[] = [];
    for (const { mediaType, data } of message.pictures)
      pictures.push({ mediaType, content: await keep(Buffer.from(data, 'base64')) });
    named.push({ ...message, pictures });
  }
  const bytes = new TextEncoder().encode(JSON.stringify(named));
  if (bytes.length <= mostInline) return { added: named as SavedMessage[], holds };
  return { added: [{ stored: await keep(bytes) }], holds };
};

/** The messages again, or undefined where content of theirs is missing. */
export const unpackMessages = async (
  blobs: Pick<Blobs, 'get'>,
  saved: readonly SavedMessage[],
): Promise<readonly ChatMessage[] | undefined> => {
  const messages: ChatMessage[] = [];
  for (const each of saved) {
    const bytes = 'stored' in each ? await blobs.get(each.stored) : undefined;
    if ('stored' in each && !bytes) return undefined;
    const named = bytes ? (JSON.parse(new TextDecoder().decode(bytes)) as ChatMessage[]) : [each as ChatMessage];
    for (const message of named) {
      const seen = await withPictures(blobs, message);
      if (!seen) return undefined;
      messages.push(seen);
    }
  }
  return messages;
};

const withPictures = async (blobs: Pick<Blobs, 'get'>, message: ChatMessage): Promise<ChatMessage | undefined> => {
  if (message.role !== 'user' || !message.pictures) return message;
  const pictures: Picture[] = [];
  for (const picture of message.pictures as readonly SavedPicture[]) {
    if ('data' in picture) {
      pictures.push(picture);
      continue;
    }
    const bytes = await blobs.get(picture.content);
    if (!bytes) return undefined;
    pictures.push({ mediaType: picture.mediaType, data: Buffer.from(bytes).toString('base64') });
  }
  return { ...message, pictures };
};
