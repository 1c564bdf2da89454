import { useTranslation } from 'react-i18next';
import { ListGallery } from './list-gallery.tsx';
import { PanesGallery } from './panes-gallery.tsx';

const LayoutPage = () => {
  const { t } = useTranslation('lab');
  return (
    <>
      <h1 className="font-semibold text-xl">{t('pages.layout')}</h1>
      <PanesGallery />
      <ListGallery />
    </>
  );
};

export default LayoutPage;
