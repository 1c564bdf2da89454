import type { Lang, LText } from '@atelier/contracts/studio';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

export const langOfUi = (language: string): Lang => (language === 'he' ? 'he' : 'en');

/** In the language of the screen, or in the other one. */
export const shownText = (text: LText | undefined, language: string): string => {
  const lang = langOfUi(language);
  const other = lang === 'he' ? 'en' : 'he';
  return text?.[lang] ?? text?.[other] ?? '';
};

export const useShownText = (): ((text: LText | undefined) => string) => {
  const { i18n } = useTranslation();
  return useCallback((text) => shownText(text, i18n.language), [i18n.language]);
};

/** A name or a sentence of the project: in the language of the screen, else in its own with its own direction. */
export const Shown = ({ text, className }: { readonly text: LText | undefined; readonly className?: string }) => {
  const { i18n } = useTranslation();
  const lang = langOfUi(i18n.language);
  const isOwn = text?.[lang] !== undefined;
  const other = lang === 'he' ? 'en' : 'he';
  return (
    <bdi
      {...(isOwn ? {} : { lang: other })}
      dir={isOwn ? 'auto' : other === 'he' ? 'rtl' : 'ltr'}
      className={className}
    >
      {shownText(text, i18n.language)}
    </bdi>
  );
};
