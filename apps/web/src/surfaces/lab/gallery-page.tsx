import { useTranslation } from 'react-i18next';
import { ControlsGallery } from './controls-gallery.tsx';
import { DataGallery } from './data-gallery.tsx';
import { FeedbackGallery } from './feedback-gallery.tsx';

const GalleryPage = () => {
  const { t } = useTranslation('lab');
  return (
    <>
      <header>
        <h1 className="font-semibold text-xl">{t('title')}</h1>
        <p className="mt-0.5 max-w-prose text-muted">{t('lead')}</p>
      </header>
      <ControlsGallery />
      <FeedbackGallery />
      <DataGallery />
    </>
  );
};

export default GalleryPage;
