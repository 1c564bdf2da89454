import { LegacyPage } from './legacy-page.tsx';

const PlanningPage = () => <LegacyPage stage="planning" />;

export default PlanningPage;
