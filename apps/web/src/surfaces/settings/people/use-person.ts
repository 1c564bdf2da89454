import type { ErrorEnvelope, Result, ValueOf } from '@atelier/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useSend } from '../../../client/use-send.ts';
import { peopleKey } from '../../../people/use-people.ts';

export type Mine = ValueOf<'PersonGet'>;

const personKey = ['PersonGet'];
export const invitationsKey = ['InvitationsGet'];

/** Browsers and tokens of whoever sits here, or of somebody else, for an admin. */
export const usePerson = (userId?: string): Mine | undefined => {
  const { commands } = useAtelier();
  const { data } = useQuery({
    queryKey: userId === undefined ? personKey : [...personKey, userId],
    queryFn: () => commands.PersonGet(userId === undefined ? {} : { userId }),
  });
  return data?.ok ? data.value : undefined;
};

/** Sends what changes people, and looks at all of it again: who is told, is told by the answer. */
export const useChange = () => {
  const client = useQueryClient();
  const send = useSend();
  const [busy, setBusy] = useState<string>();
  const change = async <Value>(
    what: string,
    command: Promise<Result<Value, ErrorEnvelope>>,
  ): Promise<Value | undefined> => {
    setBusy(what);
    const value = await send(command);
    for (const queryKey of [peopleKey, personKey, invitationsKey]) await client.invalidateQueries({ queryKey });
    setBusy(undefined);
    return value;
  };
  return { change, busy };
};
