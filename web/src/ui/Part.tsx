import { Component, type ReactNode } from 'react'

interface Props {
  /** The content in place of a part that failed or could not be loaded. */
  fallback: ReactNode
  children: ReactNode
}

/** It stands around a part of a screen: when that part fails, the rest goes on. */
export class Part extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
