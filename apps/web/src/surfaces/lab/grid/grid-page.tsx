import { useTranslation } from 'react-i18next';
import { EditGallery } from './edit-gallery.tsx';
import { SheetGallery } from './sheet-gallery.tsx';

const GridPage = () => {
  const { t } = useTranslation('lab');
  return (
    <>
      <h1 className="font-semibold text-xl">{t('pages.grid')}</h1>
      <EditGallery />
      <SheetGallery />
    </>
  );
};

export default GridPage;
