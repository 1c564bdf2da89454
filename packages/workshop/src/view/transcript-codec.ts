import type { Json } from '@atelier/kernel/core';
import type { RequestFacts, RunFacts, Transcript, TranscriptNode } from './transcript.ts';

/** A new shape of `Transcript` is a new version: snapshots of before are then done without. */
export const transcriptSnapshotVersion = 4;

type Encoded = Omit<Transcript, 'nodes' | 'leaves' | 'runs' | 'viewed' | 'requests'> & {
  readonly nodes: readonly TranscriptNode[];
  readonly leaves: readonly string[];
  readonly runs: readonly (readonly [string, RunFacts])[];
  readonly viewed: readonly (readonly [string, readonly (readonly [string, string])[]])[];
  readonly requests: readonly (readonly [string, RequestFacts])[];
};

export const encodeTranscript = (talk: Transcript): Json => {
  const encoded: Encoded = {
    ...talk,
    nodes: [...talk.nodes.values()],
    leaves: [...talk.leaves],
    runs: [...talk.runs],
    viewed: [...talk.viewed].map(([draftId, paths]) => [draftId, [...paths]]),
    requests: [...talk.requests],
  };
  return encoded as unknown as Json;
};

export const decodeTranscript = (json: Json): Transcript => {
  const encoded = json as unknown as Encoded;
  return {
    ...encoded,
    nodes: new Map(encoded.nodes.map((node) => [node.id, node])),
    leaves: new Set(encoded.leaves),
    runs: new Map(encoded.runs),
    viewed: new Map(encoded.viewed.map(([draftId, paths]) => [draftId, new Map(paths)])),
    requests: new Map(encoded.requests),
  };
};
