import type { Bench } from '../core/bench.ts';
import { nodesUpFrom } from './path-items.ts';
import type { Transcript, TranscriptNode } from './transcript.ts';

type Format = 'md' | 'json' | 'jsonl';
type Row = {
  readonly id: string;
  readonly role: 'user' | 'assistant' | 'system';
  readonly at: string;
  readonly text?: string;
  readonly modelId?: string;
  readonly state?: string;
  readonly event?: string;
  readonly facts?: object;
};

/** The conversation of the active path, for other programs and for people. */
export const transcriptText = (
  format: Format,
  bench: Pick<Bench, 'name' | 'head'>,
  talk: Transcript,
): { readonly text: string; readonly type: string } => {
  const rows = [...nodesUpFrom(talk, bench.head)].reverse().flatMap((node) => rowOf(node) ?? []);
  switch (format) {
    case 'json':
      return {
        text: `${JSON.stringify({ name: bench.name, messages: rows }, null, 2)}\n`,
        type: 'application/json; charset=utf-8',
      };
    case 'jsonl':
      return {
        text: rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
        type: 'application/jsonl; charset=utf-8',
      };
    case 'md':
      return { text: [`# ${bench.name}\n`, ...rows.map(asMarkdown)].join('\n'), type: 'text/markdown; charset=utf-8' };
  }
};

const rowOf = ({ id, role, at, item }: TranscriptNode): Row | undefined => {
  switch (item?.kind) {
    case 'user':
      return { id, role, at, text: item.text };
    case 'assistant':
      return { id, role, at, text: item.text, modelId: item.modelId, state: item.state };
    case 'card':
      return { id, role, at, event: item.event, facts: item.facts };
    default:
      return undefined;
  }
};

const asMarkdown = ({ role, at, text, modelId, event }: Row): string =>
  role === 'system' ? `*${at}: ${event}*\n` : `## ${role === 'user' ? 'You' : modelId} · ${at}\n\n${text}\n`;
