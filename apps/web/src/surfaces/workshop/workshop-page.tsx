import { SurfacePreview } from '../surface-preview.tsx';
import { WorkshopDrawing } from './workshop-drawing.tsx';

const WorkshopPage = () => <SurfacePreview surface="workshop" drawing={<WorkshopDrawing />} />;

export default WorkshopPage;
