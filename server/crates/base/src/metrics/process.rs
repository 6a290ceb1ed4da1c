//! Metrics of the process itself, by the names that all Prometheus exporters use.

use metrics_process::collector::{Metrics, collect};
use prometheus_client::{
    collector::Collector,
    encoding::{DescriptorEncoder, EncodeMetric},
    metrics::{counter::ConstCounter, gauge::ConstGauge},
    registry::Registry,
};
use std::fmt;

pub(super) fn register_process_metrics(registry: &mut Registry) {
    registry.register_collector(Box::new(Process));
}

#[derive(Debug)]
struct Process;

impl Collector for Process {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let Metrics {
            cpu_seconds_total, open_fds, max_fds, resident_memory_bytes, start_time_seconds, threads, ..
        } = collect();
        if let Some(seconds) = cpu_seconds_total {
            let counter = ConstCounter::new(seconds);
            let help = "User and system time of the processor, in seconds";
            counter.encode(encoder.encode_descriptor("process_cpu_seconds", help, None, counter.metric_type())?)?;
        }
        let gauges = [
            ("process_open_fds", "Open files and sockets", open_fds),
            ("process_max_fds", "How many files and sockets may be open", max_fds),
            ("process_resident_memory_bytes", "Memory in use", resident_memory_bytes),
            ("process_start_time_seconds", "When the process began, in seconds since 1970", start_time_seconds),
            ("process_threads", "Threads of the system", threads),
        ];
        for (name, help, value) in gauges {
            let Some(value) = value else { continue };
            let gauge = ConstGauge::new(value);
            gauge.encode(encoder.encode_descriptor(name, help, None, gauge.metric_type())?)?;
        }
        Ok(())
    }
}
