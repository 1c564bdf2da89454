import {
  type ErrorEnvelope,
  joinPath,
  OfferReply,
  offerPath,
  type SignInOffer,
  SignInReply,
  signInPath,
} from '@atelier/contracts';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useAtelier } from '../client/atelier-context.ts';
import { formatDay } from '../i18n/format.ts';
import { useRefusalText } from '../i18n/use-refusal-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Mark } from '../ui/mark.tsx';
import { SkeletonLines } from '../ui/skeleton.tsx';
import { titleIn } from './title-in.ts';

// Out of the address at once: what stands there is in the history of this browser and on shared screens.
const token = location.pathname === joinPath ? location.hash.slice(1) : '';
if (token !== '') history.replaceState(history.state, '', location.pathname);

type Offered = Extract<z.infer<typeof OfferReply>, { ok: true }>['value'];

/** Never throws: a page that is alone with its reader says what went wrong. */
const post = async <Reply,>(path: string, json: object, shape: z.ZodType<Reply>): Promise<Reply | undefined> => {
  try {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify({ json }) });
    return shape.parse(await answer.json());
  } catch {
    return undefined;
  }
};

const unreachable: ErrorEnvelope = { code: 'UNREACHABLE', message: '', retry: { kind: 'not_retryable' } };

/** What a link offers, and the button that takes it. Opening the page spends nothing. */
export const JoinPage = () => {
  const { t } = useTranslation('shell');
  const refusalText = useRefusalText();
  const [offered, setOffered] = useState<Offered>();
  const [refusal, setRefusal] = useState<ErrorEnvelope>();
  useEffect(() => {
    post(offerPath, { token: token === '' ? '-' : token }, OfferReply)
      .then((reply) => {
        if (reply?.ok) setOffered(reply.value);
        else setRefusal(reply?.error ?? unreachable);
      })
      .catch(console.error);
  }, []);
  return (
    <main className="board flex min-h-dvh items-center justify-center p-4">
      <div className="flex w-full max-w-md flex-col items-start gap-4 rounded-lg border border-line bg-ground p-6 shadow-mid sm:p-8">
        <Mark size={36} />
        {offered && <Offer offered={offered} />}
        {refusal && (
          <>
            <h1 className="font-semibold text-xl">{t('join.refused')}</h1>
            <Banner tone="danger" title={refusalText(refusal)} />
            <a href="/" className="text-accent-text underline">
              {t('join.home')}
            </a>
          </>
        )}
        {!offered && !refusal && (
          <div className="w-full" aria-busy="true">
            <SkeletonLines lines={3} />
          </div>
        )}
      </div>
    </main>
  );
};

const Offer = ({ offered: { offer, signedInAs } }: { readonly offered: Offered }) => {
  const { t, i18n } = useTranslation('shell');
  const { commands } = useAtelier();
  const refusalText = useRefusalText();
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<ErrorEnvelope>();
  const isInvitation = offer.kind === 'invitation';
  const isAnother = signedInAs !== undefined && !signedInAs.isSame;
  const signOut = async () => {
    setBusy(true);
    const reply = await commands.SignOut({});
    setBusy(false);
    if (!reply.ok) return setRefusal(reply.error);
    // The token is only in this page: going on from here needs it again.
    location.hash = token;
    location.reload();
  };
  const take = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const reply = await post(signInPath, isInvitation ? { token, name: name.trim() } : { token }, SignInReply);
    if (reply?.ok) return location.assign('/');
    setBusy(false);
    setRefusal(reply?.error ?? unreachable);
  };
  return (
    <>
      <div>
        <h1 className="text-balance font-semibold text-xl">
          <OfferTitle offer={offer} />
        </h1>
        <p className="mt-1 text-muted">
          {t(isInvitation ? `join.may.${offer.role}` : 'join.linkDetail')}{' '}
          {t('join.until', { day: formatDay(offer.expiresAt, i18n.language) })}
        </p>
      </div>
      {isInvitation && offer.projects.length > 1 && (
        <ul className="list-disc ps-5">
          {offer.projects.map(({ title, role }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two projects may have one title, and none moves here
            <li key={at}>
              <bdi>{titleIn(title, i18n.language)}</bdi> · {t(`projectRoles.${role}`)}
            </li>
          ))}
        </ul>
      )}
      {refusal && <Banner tone="danger" title={refusalText(refusal)} />}
      {isAnother ? (
        <>
          <Banner tone="draft" title={t('join.another', { name: signedInAs.name ?? t('people.owner') })}>
            {t('join.anotherDetail')}
          </Banner>
          <Button tone="primary" busy={busy} onClick={() => void signOut()}>
            {t('join.signOut')}
          </Button>
        </>
      ) : (
        <form onSubmit={(event) => void take(event)} className="flex w-full flex-col gap-4">
          {isInvitation && (
            <TextField
              label={t('join.name')}
              hint={t('join.nameHint')}
              autoComplete="name"
              maxLength={80}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
          <div>
            <Button tone="primary" type="submit" busy={busy} disabled={isInvitation && name.trim() === ''}>
              {t(isInvitation ? 'join.accept' : 'join.signIn')}
            </Button>
          </div>
        </form>
      )}
    </>
  );
};

const OfferTitle = ({ offer }: { readonly offer: SignInOffer }) => {
  const { t, i18n } = useTranslation('shell');
  if (offer.kind === 'link') {
    if (offer.name === null && offer.recoveryBy === undefined) return t('join.linkOwner');
    const name = offer.name ?? t('people.owner');
    return offer.recoveryBy === undefined
      ? t('join.link', { name })
      : t('join.recovery', { name, by: offer.recoveryBy ?? t('people.owner') });
  }
  const [only, ...more] = offer.projects;
  const place = only && more.length === 0 ? titleIn(only.title, i18n.language) : t('join.here');
  const role = only && more.length === 0 ? t(`projectRoles.${only.role}`) : t(`roles.${offer.role}`);
  return t('join.invited', { by: offer.by ?? t('people.owner'), place, role });
};
