import type { components } from '../schema.gen'

/* Printers, their agents and what is printed. */

type Schemas = components['schemas']

/** A program on a computer of the house that prints for the server. */
export type Agent = Schemas['Agent']
/** A printer with all that belongs to it. */
export type Printer = Schemas['PrinterView']
/** The way to a printer; a virtual one shows its papers on the screen. */
export type PrinterKind = Schemas['PrinterType']
/** What a printer says of itself. */
export type PrinterState = Schemas['PrinterState']
/** A printer with papers of the kitchen that nobody may have seen. */
export type PrintAlarm = Schemas['Alarm']
/** A printer whose papers come out at its stand-in, with these papers. */
export type PrintRelief = Schemas['Relief']
/** Whether a paper is printed, is a file, or is not made. */
export type PrintChoice = Schemas['PrintOption']
/** A paper on its way to a printer, as lists show it. */
export type PrintJob = Schemas['JobView']
/** How far a paper is on its way. */
export type JobState = Schemas['JobState']
/** A piece of text in a line of a ticket, all of one style. */
export type PaperRun = Schemas['PaperRun']
/** A line of a ticket laid out in columns, the same that the printer gets. */
export type PaperLine = Schemas['PaperLine']
/** A ticket of a virtual printer, laid out in columns. */
export type PaperSheet = Schemas['Paper']
