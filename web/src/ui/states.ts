import {
  IconArmchair2,
  IconBike,
  IconCalendarCheck,
  IconCalendarClock,
  IconCheck,
  IconChefHat,
  IconCircleCheck,
  IconClockHour4,
  IconReceipt2,
  IconSparkles,
  IconToolsKitchen2,
  IconUserX,
  IconX,
} from '@tabler/icons-react'
import type { LineStatus, Reservation, TableStatus } from '../api/model'
import type { Tone } from './StatePill'

/** An icon that stands for a state never means anything else. */
export const tableIcon: Record<TableStatus, typeof IconArmchair2> = {
  AVAILABLE: IconArmchair2,
  OCCUPIED: IconToolsKitchen2,
  RESERVED: IconCalendarClock,
  BILLED: IconReceipt2,
  CLEANING: IconSparkles,
}

export const tableStates: TableStatus[] = ['AVAILABLE', 'OCCUPIED', 'RESERVED', 'BILLED', 'CLEANING']

export const lineState: Record<LineStatus, { icon: typeof IconCheck; tone: Tone }> = {
  PENDING: { icon: IconClockHour4, tone: 'quiet' },
  PROCESSING: { icon: IconChefHat, tone: 'warning' },
  PREPARED: { icon: IconCheck, tone: 'good' },
  DISPATCHED: { icon: IconBike, tone: 'info' },
  DELIVERED: { icon: IconCircleCheck, tone: 'quiet' },
  DISMISSED: { icon: IconX, tone: 'bad' },
}

export const reservationState: Record<Reservation['state'], { icon: typeof IconCheck; tone: Tone }> = {
  UPCOMING: { icon: IconCalendarCheck, tone: 'quiet' },
  DUE: { icon: IconCalendarClock, tone: 'warning' },
  NO_SHOW: { icon: IconUserX, tone: 'bad' },
  SEATED: { icon: IconToolsKitchen2, tone: 'good' },
  CANCELLED: { icon: IconX, tone: 'quiet' },
}
