import { useTranslation } from 'react-i18next';
import { deedOf } from './tool-words.ts';

/** What a tool does, in everyday words; one that is not ours keeps its own name. */
export const ToolName = ({ name }: { readonly name: string }) => {
  const { t } = useTranslation('conversation');
  const deed = deedOf(name);
  return deed === undefined ? <bdi className="font-mono">{name}</bdi> : <span>{t(`tool.did.${deed}`)}</span>;
};
