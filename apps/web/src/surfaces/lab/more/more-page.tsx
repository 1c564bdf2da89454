import { useTranslation } from 'react-i18next';
import { FormsGallery } from './forms-gallery.tsx';
import { ProgressGallery } from './progress-gallery.tsx';

const MorePage = () => {
  const { t } = useTranslation('lab');
  return (
    <>
      <h1 className="font-semibold text-xl">{t('pages.more')}</h1>
      <FormsGallery />
      <ProgressGallery />
    </>
  );
};

export default MorePage;
