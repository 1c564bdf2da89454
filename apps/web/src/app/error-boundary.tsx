import { Component, type ReactNode } from 'react';
import { ErrorPage } from './error-page.tsx';

type Props = {
  /** The place that is shown: a fault of one is forgotten at the next. */
  readonly place: string;
  readonly children: ReactNode;
};
type State = { readonly place: string; readonly fault: unknown };

/** A page that breaks breaks alone: the rail, the palette and every other page go on. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { place: this.props.place, fault: undefined };

  static getDerivedStateFromError(fault: unknown): Partial<State> {
    return { fault };
  }

  // Not by a key: that would build everything in it anew whenever somebody sets out for another place.
  static getDerivedStateFromProps({ place }: Props, state: State): State | null {
    return place === state.place ? null : { place, fault: undefined };
  }

  override render(): ReactNode {
    if (this.state.fault === undefined) return this.props.children;
    return <ErrorPage error={this.state.fault} reset={() => this.setState({ fault: undefined })} />;
  }
}
