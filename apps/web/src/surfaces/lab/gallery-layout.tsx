import { Link, Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { galleryLinks } from './gallery-links.ts';

const GalleryLayout = () => {
  const { t } = useTranslation('lab');
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-5 px-5 py-6 @2xl:px-8 @2xl:py-8">
      <nav aria-label={t('pages.label')} className="scroll-row border-line border-b">
        <ul className="flex gap-1">
          {galleryLinks.map(({ path, title }) => (
            <li key={path}>
              <Link
                to={path}
                activeOptions={{ exact: true }}
                className="flex h-9 items-center whitespace-nowrap border-transparent border-b-2 px-2 text-muted outline-offset-[-2px] hover:text-text aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-text"
              >
                {t(title)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Outlet />
    </div>
  );
};

export default GalleryLayout;
