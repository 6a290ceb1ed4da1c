//! The Ticket model, its layout in columns and the wire messages between server and print agent.
