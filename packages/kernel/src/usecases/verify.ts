import type { BlobId } from '../core/digest.ts';
import type { StreamId } from '../core/event.ts';
import type { HealthReason } from '../core/log/commit-record.ts';
import type { Heads, KeyTrouble } from '../ports/heads.ts';
import type { LogAudit } from '../ports/log-audit.ts';
import { type ContentDeps, checkContent } from './verify-content.ts';

export type VerifyDeps = {
  readonly audit: LogAudit;
  readonly heads: Pick<Heads, 'of' | 'streams' | 'asides' | 'keyTrouble'>;
  readonly content?: ContentDeps;
};

/** What is wrong, by the commit where it is met. */
export type Finding =
  /** So many heads cannot be held against anything: nobody can say whether they are ours. */
  | { readonly kind: 'heads_key_missing'; readonly heads: number }
  | { readonly kind: 'heads_key_damaged'; readonly heads: number }
  | { readonly kind: 'folder_unreadable'; readonly file: string; readonly system: string }
  | { readonly kind: 'heads_key_unreadable'; readonly heads: number; readonly why: string }
  | {
      readonly kind: 'commit';
      readonly stream: StreamId;
      readonly commit: number;
      readonly reason: HealthReason;
      readonly file?: string;
      readonly system?: string;
    }
  | { readonly kind: 'tail_cut'; readonly stream: StreamId; readonly commit: number; readonly signed: number }
  | {
      readonly kind: 'head_differs' | 'head_forged' | 'head_unreadable';
      readonly stream: StreamId;
      readonly commit: number;
    }
  | {
      readonly kind: 'content_missing' | 'content_changed';
      readonly stream: StreamId;
      readonly commit: number;
      readonly id: BlobId;
      /** The tree that names it, when it is not pinned itself. */
      readonly tree?: BlobId;
    };

/** What was looked at and cannot be known from here. */
export type Unproven =
  | { readonly kind: 'only_chained'; readonly stream: StreamId; readonly from: number; readonly commits: number }
  | { readonly kind: 'content_not_looked_at' }
  /** Heads whose key was lost: what was cut or rewritten before that time cannot be seen by the heads since. */
  | { readonly kind: 'heads_put_aside'; readonly at: number; readonly heads: number; readonly where: string }
  | { readonly kind: 'whole_stream_removed' }
  | { readonly kind: 'disk_lied_about_a_sync' }
  | { readonly kind: 'signed_by_who_holds_the_key' };

export type Verified = {
  /** Stream by stream, the chain before the content it pins; the first is where to begin. */
  readonly findings: readonly Finding[];
  readonly unproven: readonly Unproven[];
  readonly streams: number;
  readonly commits: number;
  /** Of the log and of content. */
  readonly bytes: number;
  readonly content: number;
};

export type VerifyProgress = Pick<Verified, 'commits' | 'bytes' | 'content'> & {
  /** Whose chain is walked; content is looked at after all of them, for all of them at once. */
  readonly stream?: StreamId;
  readonly streamsDone: number;
  readonly streams: number;
};

type Walked = {
  readonly stream: StreamId;
  readonly findings: readonly Finding[];
  readonly pinnedAt: ReadonlyMap<BlobId, number>;
};

const PROGRESS_BYTES = 32 * 1024 * 1024;

/** Walks every chain, re-hashes all reachable content and holds the ends against the signed heads. Changes nothing. */
export const verify =
  ({ audit, heads, content }: VerifyDeps) =>
  async (onProgress: (progress: VerifyProgress) => void = () => undefined): Promise<Verified> => {
    const walked: Walked[] = [];
    const unproven: Unproven[] = [];
    const streams = [...new Set([...(await audit.streams()), ...(await heads.streams())])].sort();
    let commits = 0;
    let bytes = 0;
    let pieces = 0;
    let told = 0;
    let keyless = 0;
    let now: Pick<VerifyProgress, 'stream' | 'streamsDone'> = { streamsDone: 0 };
    const tell = (): void => onProgress({ ...now, streams: streams.length, commits, bytes, content: pieces });
    const count = (more: number): void => {
      bytes += more;
      if (bytes - told < PROGRESS_BYTES) return;
      told = bytes;
      tell();
    };

    for (const [streamsDone, stream] of streams.entries()) {
      now = { stream, streamsDone };
      const findings: Finding[] = [];
      const signed = await heads.of(stream);
      const pinnedAt = new Map<BlobId, number>();
      const carried = new Set<BlobId>();
      const hashes = new Map<number, string>();
      const walk = audit.walk(stream);
      let next = await walk.next();
      for (; !next.done; next = await walk.next()) {
        const { commit, hash, pins, unpins, inline } = next.value;
        commits += 1;
        count(next.value.bytes);
        for (const id of unpins) pinnedAt.delete(id);
        for (const id of pins) pinnedAt.set(id, commit);
        for (const id of inline) carried.add(id);
        if (typeof signed === 'object' && commit === signed.commits - 1) hashes.set(commit, hash);
      }
      const { commits: reached, trouble, met } = next.value;

      if (trouble) {
        // A chain breaks where a record does not follow. If that record is the one that was signed, it is the one
        // before it that was changed.
        const signedHere = typeof signed === 'object' && trouble.reason === 'digest_mismatch' && met === signed.head;
        findings.push({
          kind: 'commit',
          stream,
          commit: trouble.commit - (signedHere ? 1 : 0),
          reason: trouble.reason,
          ...(trouble.file !== undefined && { file: trouble.file }),
          ...(trouble.system !== undefined && { system: trouble.system }),
        });
      }
      if (signed === 'keyless') keyless += 1;
      else if (signed === 'unreadable') findings.push({ kind: 'head_unreadable', stream, commit: reached });
      else if (signed === 'forged') findings.push({ kind: 'head_forged', stream, commit: reached });
      else if (signed && !trouble) {
        const last = signed.commits - 1;
        if (reached < signed.commits)
          findings.push({ kind: 'tail_cut', stream, commit: reached, signed: signed.commits });
        else if (last >= 0 && hashes.get(last) !== signed.head)
          findings.push({ kind: 'head_differs', stream, commit: last });
      }
      const from = typeof signed === 'object' ? signed.commits : 0;
      if (reached > from) unproven.push({ kind: 'only_chained', stream, from, commits: reached - from });
      // Whichever commit carried it: a later one may pin it again without its bytes.
      for (const id of carried) pinnedAt.delete(id);
      walked.push({ stream, findings, pinnedAt });
      tell();
    }

    now = { streamsDone: streams.length };
    const pinned = new Set<BlobId>();
    for (const { pinnedAt } of walked) for (const id of pinnedAt.keys()) pinned.add(id);
    const checked =
      content && (await checkContent(content, pinned, { bytes: count, content: (more) => (pieces += more) }));
    const keyTrouble = await heads.keyTrouble();
    const findings: Finding[] = keyless > 0 ? [keylessFinding(keyless, keyTrouble)] : [];
    if (keyTrouble?.kind === 'damaged') findings.push({ kind: 'heads_key_damaged', heads: keyTrouble.forged });
    for (const refused of (await audit.unlisted?.()) ?? []) findings.push({ kind: 'folder_unreadable', ...refused });
    for (const { stream, findings: ofChain, pinnedAt } of walked) {
      findings.push(...ofChain);
      for (const [id, commit] of pinnedAt) {
        for (const wrong of (await checked?.wrongWith(id)) ?? []) findings.push({ stream, commit, ...wrong });
      }
    }

    for (const aside of await heads.asides()) unproven.push({ kind: 'heads_put_aside', ...aside });
    unproven.push(
      { kind: 'whole_stream_removed' },
      { kind: 'disk_lied_about_a_sync' },
      { kind: 'signed_by_who_holds_the_key' },
    );
    if (!content) unproven.push({ kind: 'content_not_looked_at' });
    return { findings, unproven, streams: streams.length, commits, bytes, content: pieces };
  };

const keylessFinding = (heads: number, trouble: KeyTrouble | undefined): Finding =>
  trouble?.kind === 'unreadable'
    ? { kind: 'heads_key_unreadable', heads, why: trouble.why }
    : { kind: 'heads_key_missing', heads };
