import { answerTokens } from './attempt.ts';
import { byteLength } from './bytes.ts';
import type { ChatMessage, ChatRequest } from './chat.ts';
import type { ModelFailure } from './failure.ts';
import { tokensIn } from './price.ts';
import type { ModelEntry } from './registry.ts';

/** What a picture counts for, whatever its size: providers scale it down. */
export const pictureTokens = 4_000;

/** The parts of a request in tokens, estimated from its bytes, and how many the model takes in. */
export type RequestSize = {
  readonly instructions: number;
  readonly conversation: number;
  readonly tools: number;
  readonly schema: number;
  readonly pictures: number;
  readonly total: number;
  /** The model's window less the room its answer needs. */
  readonly limit: number;
};

export const measure = (entry: ModelEntry, request: ChatRequest): RequestSize => {
  const { messages, tools = [], output } = request;
  const isSystem = ({ role }: ChatMessage) => role === 'system';
  const instructions = sizeOf(messages.filter(isSystem));
  const conversation = sizeOf(messages.filter((message) => !isSystem(message)).map(withoutPictures));
  const pictures = messages.reduce((sum, message) => sum + picturesOf(message).length, 0) * pictureTokens;
  const parts = {
    instructions,
    conversation,
    tools: tools.length === 0 ? 0 : sizeOf(tools),
    schema: output ? sizeOf(output.schema) : 0,
    pictures,
  };
  const total = Object.values(parts).reduce((sum, part) => sum + part, 0);
  return { ...parts, total, limit: entry.contextTokens - (request.maxOutputTokens ?? answerTokens(entry)) };
};

/** Why a request may not leave: servers that people run themselves cut what is too long without a word. */
export const tooLarge = (entry: ModelEntry, request: ChatRequest): ModelFailure | undefined => {
  if (entry.provider === 'builtin') return undefined;
  const { total, limit } = measure(entry, request);
  if (total <= limit) return undefined;
  return {
    code: 'CONTEXT_EXHAUSTED',
    message: `This is about ${total} tokens and ${entry.label} takes ${limit}. Nothing was sent. Ask for less, choose a model with more room, or correct its context size in Settings.`,
    unsent: true,
  };
};

export const picturesOf = (message: ChatMessage) => (message.role === 'user' ? (message.pictures ?? []) : []);

const withoutPictures = (message: ChatMessage): ChatMessage =>
  message.role === 'user' ? { role: 'user', text: message.text } : message;

const sizeOf = (part: unknown): number => tokensIn(byteLength(JSON.stringify(part)));
