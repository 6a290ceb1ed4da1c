//! The service under the service control manager of Windows.

use std::{
    ffi::{OsStr, OsString},
    io,
    sync::{Mutex, PoisonError},
    thread,
    time::Duration,
};

use tokio::sync::watch;
use windows_service::{
    Error, define_windows_service,
    service::{
        ServiceAccess, ServiceAction, ServiceActionType, ServiceControl, ServiceControlAccept, ServiceErrorControl,
        ServiceExitCode, ServiceFailureActions, ServiceFailureResetPeriod, ServiceInfo, ServiceStartType, ServiceState,
        ServiceStatus as ReportedStatus, ServiceType,
    },
    service_control_handler::{self, ServiceControlHandlerResult, ServiceStatusHandle},
    service_dispatcher,
    service_manager::{ServiceManager, ServiceManagerAccess},
};

use super::{Installation, NAME, ServiceError, ServiceStatus};
use crate::{agent, clock::Clock, config::Config};

const DISPLAY_NAME: &str = "Comanda: agente de impresión";
const DESCRIPTION: &str = "Recibe los tickets del servidor de Comanda y los imprime.";
const ACCESS_DENIED: i32 = 5;
const DOES_NOT_EXIST: i32 = 1060;
/// The error while the machine starts, when the system starts its services one after the other.
const BUSY_STARTING_OTHERS: i32 = 1055;
const ALREADY_RUNNING: i32 = 1056;
const NOT_ACTIVE: i32 = 1062;
const POLL_INTERVAL: Duration = Duration::from_millis(200);
const MAX_START_POLLS: u32 = 300;
const MAX_STOP_POLLS: u32 = 100;
/// The time that the system is asked to allow for stopping: the ticket that is being printed is finished first.
const STOP_TIMEOUT: Duration = Duration::from_secs(30);

define_windows_service!(entry, begin);

/// The configuration for `begin`, which the control manager calls without our values.
static CONFIG: Mutex<Option<Result<Config, String>>> = Mutex::new(None);

/// Runs as the service until the system stops it.
///
/// # Errors
/// Returns an error if the control manager did not start this process.
pub fn run(config: Result<Config, String>) -> Result<(), ServiceError> {
    *CONFIG.lock().unwrap_or_else(PoisonError::into_inner) = Some(config);
    service_dispatcher::start(NAME, entry).map_err(|error| translate("el servicio", error))
}

fn begin(_arguments: Vec<OsString>) {
    if let Err(error) = run_service() {
        tracing::error!(%error, "the service ended");
    }
}

fn run_service() -> Result<(), Error> {
    let (ending, mut ended) = watch::channel(false);
    let handle = service_control_handler::register(NAME, move |control| match control {
        ServiceControl::Stop | ServiceControl::Shutdown => {
            ending.send_replace(true);
            ServiceControlHandlerResult::NoError
        }
        ServiceControl::Interrogate => ServiceControlHandlerResult::NoError,
        _ => ServiceControlHandlerResult::NotImplemented,
    })?;
    let config = CONFIG.lock().unwrap_or_else(PoisonError::into_inner).take();
    let result = match config {
        Some(Ok(config)) => {
            report(&handle, ServiceState::Running, 0)?;
            let end = async move {
                let _ = ended.wait_for(|ended| *ended).await;
                if let Err(error) = report(&handle, ServiceState::StopPending, 0) {
                    tracing::warn!(%error, "the system was not told that the service is ending");
                }
            };
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.map_err(|error| error.to_string()).and_then(|runtime| {
                runtime.block_on(agent::run(config, Clock::system(), end)).map_err(|error| error.to_string())
            })
        }
        Some(Err(why)) => Err(why),
        None => Ok(()),
    };
    if let Err(error) = &result {
        tracing::error!(%error, "the agent ended");
    }
    // An exit code other than 0 makes the system restart the service.
    report(&handle, ServiceState::Stopped, u32::from(result.is_err()))
}

fn report(handle: &ServiceStatusHandle, current_state: ServiceState, exit: u32) -> Result<(), Error> {
    let controls = ServiceControlAccept::STOP | ServiceControlAccept::SHUTDOWN;
    handle.set_service_status(ReportedStatus {
        service_type: ServiceType::OWN_PROCESS,
        current_state,
        controls_accepted: if current_state == ServiceState::Running {
            controls
        } else {
            ServiceControlAccept::empty()
        },
        exit_code: if exit == 0 { ServiceExitCode::NO_ERROR } else { ServiceExitCode::ServiceSpecific(exit) },
        checkpoint: 0,
        wait_hint: if current_state == ServiceState::StopPending { STOP_TIMEOUT } else { Duration::ZERO },
        process_id: None,
    })
}

/// Installs the service and starts it, now and with the machine. It is no delayed service, which would start two minutes after the
/// others, and depends on no other service, because after a power cut the kitchen waits for it. The agent itself waits for a network or a
/// print spooler that starts later.
///
/// # Errors
/// Returns an error without an administrator's rights, or if one of its steps fails.
pub fn install(installation: &Installation) -> Result<(), ServiceError> {
    let manager = manager(ServiceManagerAccess::CONNECT | ServiceManagerAccess::CREATE_SERVICE)?;
    let info = ServiceInfo {
        name: NAME.into(),
        display_name: DISPLAY_NAME.into(),
        service_type: ServiceType::OWN_PROCESS,
        start_type: ServiceStartType::AutoStart,
        error_control: ServiceErrorControl::Normal,
        executable_path: installation.program.clone(),
        launch_arguments: vec![
            "run".into(),
            "--as-service".into(),
            "--config".into(),
            installation.config.clone().into_os_string(),
        ],
        dependencies: Vec::new(),
        account_name: None,
        account_password: None,
    };
    let access =
        ServiceAccess::CHANGE_CONFIG | ServiceAccess::START | ServiceAccess::STOP | ServiceAccess::QUERY_STATUS;
    let service = match manager.open_service(NAME, access) {
        Ok(service) => service.change_config(&info).map(|()| service),
        Err(_) => manager.create_service(&info, access),
    };
    let service = service.map_err(|error| translate("instalar el servicio", error))?;
    // The service works without these extras, so their failure is only logged.
    let extras = service
        .set_description(DESCRIPTION)
        .and_then(|()| service.update_failure_actions(restart_after_failure()))
        .and_then(|()| service.set_failure_actions_on_non_crash_failures(true));
    if let Err(error) = extras {
        tracing::warn!(%error, "the service will not be started again by itself");
    }
    drop(service);
    if status()?.running {
        stop()?;
    }
    start()
}

/// Returns the failure actions, which restart the service after every failure.
fn restart_after_failure() -> ServiceFailureActions {
    let restart =
        |seconds| ServiceAction { action_type: ServiceActionType::Restart, delay: Duration::from_secs(seconds) };
    ServiceFailureActions {
        reset_period: ServiceFailureResetPeriod::After(Duration::from_secs(24 * 3600)),
        reboot_msg: None,
        command: None,
        actions: Some(vec![restart(2), restart(10), restart(60)]),
    }
}

/// Starts the service.
///
/// # Errors
/// Returns the errors of [`install`], or an error if the service is not installed.
pub fn start() -> Result<(), ServiceError> {
    let service = open(ServiceAccess::START)?;
    for _ in 0..MAX_START_POLLS {
        match service.start::<&OsStr>(&[]) {
            Err(error) if code(&error) == Some(BUSY_STARTING_OTHERS) => thread::sleep(POLL_INTERVAL),
            Err(error) if code(&error) != Some(ALREADY_RUNNING) => {
                return Err(translate("arrancar el servicio", error));
            }
            _ => return Ok(()),
        }
    }
    Err(ServiceError::failed("arrancar el servicio", "la PC todavía está arrancando sus otros servicios"))
}

/// Stops the service after its current print.
///
/// # Errors
/// Returns the same errors as [`start`].
pub fn stop() -> Result<(), ServiceError> {
    let service = open(ServiceAccess::STOP | ServiceAccess::QUERY_STATUS)?;
    match service.stop() {
        Err(error) if code(&error) == Some(NOT_ACTIVE) => return Ok(()),
        Err(error) => return Err(translate("parar el servicio", error)),
        Ok(_) => {}
    }
    for _ in 0..MAX_STOP_POLLS {
        let status = service.query_status().map_err(|error| translate("parar el servicio", error))?;
        if status.current_state == ServiceState::Stopped {
            return Ok(());
        }
        thread::sleep(POLL_INTERVAL);
    }
    Err(ServiceError::failed("parar el servicio", "no terminó en 20 segundos"))
}

/// Stops and removes the service. Configuration and tickets stay.
///
/// # Errors
/// Returns the same errors as [`start`].
pub fn uninstall() -> Result<(), ServiceError> {
    let stopped = stop();
    // A service that does not stop is removed as well: the system deletes it when it has stopped.
    open(ServiceAccess::DELETE)?.delete().map_err(|error| translate("quitar el servicio", error))?;
    stopped
}

/// Whether another service of this machine is running.
#[must_use]
pub fn is_running(name: &str) -> bool {
    let service = manager(ServiceManagerAccess::CONNECT)
        .ok()
        .and_then(|manager| manager.open_service(name, ServiceAccess::QUERY_STATUS).ok());
    service
        .is_some_and(|service| service.query_status().is_ok_and(|found| found.current_state == ServiceState::Running))
}

/// Returns the status of the service.
///
/// # Errors
/// Returns an error if the system does not answer.
pub fn status() -> Result<ServiceStatus, ServiceError> {
    let service = match open(ServiceAccess::QUERY_STATUS | ServiceAccess::QUERY_CONFIG) {
        Ok(service) => service,
        Err(ServiceError::NotInstalled) => return Ok(ServiceStatus::default()),
        Err(error) => return Err(error),
    };
    let status = service.query_status().map_err(|error| translate("el servicio", error))?;
    let enabled = service.query_config().is_ok_and(|config| config.start_type == ServiceStartType::AutoStart);
    let running = matches!(status.current_state, ServiceState::Running | ServiceState::StartPending);
    Ok(ServiceStatus { installed: true, enabled, running, detail: format!("{:?}", status.current_state) })
}

fn manager(access: ServiceManagerAccess) -> Result<ServiceManager, ServiceError> {
    ServiceManager::local_computer(None::<&OsStr>, access)
        .map_err(|error| translate("el administrador de servicios", error))
}

fn open(access: ServiceAccess) -> Result<windows_service::service::Service, ServiceError> {
    manager(ServiceManagerAccess::CONNECT)?.open_service(NAME, access).map_err(|error| translate("el servicio", error))
}

fn code(error: &Error) -> Option<i32> {
    match error {
        Error::Winapi(error) => io::Error::raw_os_error(error),
        _ => None,
    }
}

fn translate(what: &str, error: Error) -> ServiceError {
    match code(&error) {
        Some(ACCESS_DENIED) => ServiceError::NotAllowed,
        Some(DOES_NOT_EXIST) => ServiceError::NotInstalled,
        _ => match error {
            // The inner error is shown, since the outer one only says that it is a system error.
            Error::Winapi(error) => ServiceError::failed(what, error),
            error => ServiceError::failed(what, error),
        },
    }
}
