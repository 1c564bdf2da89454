import { LoaderCircle } from 'lucide-react';

export const Spinner = ({ size = 14 }: { readonly size?: number }) => (
  <LoaderCircle size={size} aria-hidden="true" className="animate-turn" />
);
