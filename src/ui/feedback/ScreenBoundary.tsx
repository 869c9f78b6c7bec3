import { Component, type ReactNode } from 'react';
import { FailedState } from './FailedState.tsx';

interface ScreenBoundaryProps {
  children: ReactNode;
  onRetry: () => void;
}

/**
 * Around one screen: when its code does not arrive, or fails, the rest of the page stays and there is a way
 * forward. Only a class can catch what rendering throws.
 */
export class ScreenBoundary extends Component<ScreenBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    const { children, onRetry } = this.props;
    return this.state.failed ? (
      <FailedState title="No pudimos abrir esta pantalla" onRetry={onRetry} />
    ) : (
      children
    );
  }
}
