import { Link } from '@tanstack/react-router';
import { Activity, ListTodo, Settings2, Sparkles } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '../../../ui/button.tsx';

const links = [
  { to: '/studio/tasks', title: 'admin.myTasks', icon: ListTodo },
  { to: '/studio/settings', title: 'workspace.title', icon: Settings2 },
  { to: '/studio/admin/skills', title: 'admin.skillsTitle', icon: Sparkles },
  { to: '/studio/metrics', title: 'admin.metricsTitle', icon: Activity },
] as const;

/** The pages that are about all projects at once. */
export const StudioLinks = () => {
  const { t } = useTranslation('studio');
  return (
    <nav aria-label={t('workspace.links')} className="flex flex-wrap gap-1">
      {links.map(({ to, title, icon: Icon }) => (
        <Link key={to} to={to as never} className={buttonClass('quiet', 'sm')}>
          <Icon size={14} aria-hidden="true" />
          {t(title)}
        </Link>
      ))}
    </nav>
  );
};
