import { serve } from './child.ts';

serve();
