import type { ModelRow } from '@atelier/contracts';
import { useTranslation } from 'react-i18next';

/** Names are the same in every language. */
const nameByProvider: Readonly<Record<string, string>> = {
  openai: 'OpenAI',
  'openai-codex': 'OpenAI Codex',
  anthropic: 'Anthropic',
  google: 'Google',
  mistral: 'Mistral',
};

export const offlineModelId = 'builtin:offline';

/** What to call a provider or a model on a screen. The offline model says in every language that it is not an AI. */
export const useNames = () => {
  const { t } = useTranslation('settings');
  return {
    providerName: (provider: string): string =>
      nameByProvider[provider] ?? t(provider === 'builtin' ? 'models.thisComputer' : 'models.localServer'),
    modelName: (modelId: string, models: readonly ModelRow[]): string => {
      if (modelId === offlineModelId) return t('models.offline');
      return models.find((model) => model.modelId === modelId)?.label ?? modelId.slice(modelId.indexOf(':') + 1);
    },
  };
};
