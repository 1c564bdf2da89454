import { Component, type ReactNode } from 'react';
import { ErrorPage } from './error-page.tsx';

type Props = { readonly children: ReactNode };
type State = { readonly fault: unknown };

/** A page that breaks breaks alone: the rail, the palette and every other page go on. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { fault: undefined };

  static getDerivedStateFromError(fault: unknown): State {
    return { fault };
  }

  override render(): ReactNode {
    if (this.state.fault === undefined) return this.props.children;
    return <ErrorPage error={this.state.fault} reset={() => this.setState({ fault: undefined })} />;
  }
}
