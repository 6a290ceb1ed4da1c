//! The roles table: which role may do what, and which actions need a PIN. Handlers query it through `Actor`. The story `api::roles`
//! compares it with `server/tests/stories/api/roles.txt`, call by call.

use serde::{Deserialize, Serialize};

/// The six roles; the number is `role_id` on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Role {
    Admin = 1,
    Supervisor = 2,
    Cashier = 3,
    Waiter = 4,
    Production = 5,
    Accountant = 6,
}

impl Role {
    /// All roles, in the order of their ids.
    pub const ALL: [Role; 6] =
        [Role::Admin, Role::Supervisor, Role::Cashier, Role::Waiter, Role::Production, Role::Accountant];

    /// Returns the role with this `role_id`.
    pub fn from_id(id: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|r| r.id() == id)
    }
    /// The `role_id` of this role.
    pub const fn id(self) -> i64 {
        self as i64
    }
    /// The Spanish name.
    pub const fn label(self) -> &'static str {
        match self {
            Role::Admin => "Administrador",
            Role::Supervisor => "Supervisor",
            Role::Cashier => "Cajero",
            Role::Waiter => "Mozo",
            Role::Production => "Producción",
            Role::Accountant => "Contador",
        }
    }
}

macro_rules! actions {
    ($($name:ident),* $(,)?) => {
        /// An action that a role may or may not do.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum Action { $($name),* }
        impl Action {
            /// All actions.
            pub const ALL: &[Action] = &[$(Action::$name),*];
        }
    };
}
actions!(
    SeeFloor,
    TakeOrders,
    OthersTables,
    DismissSent,
    SmallDiscount,
    LargeDiscount,
    BelowMinimum,
    MoveTables,
    Collect,
    OwnCycle,
    SeeExpected,
    CloseWithDifference,
    RejectMovement,
    VoidDocument,
    VoidPurchase,
    SendDocuments,
    Preparation,
    MarkDelivered,
    SeeKitchen,
    SoldOut,
    ReadCatalog,
    EditCatalog,
    RecordWaste,
    RecordProduction,
    CountStock,
    ApproveCount,
    EditTables,
    EditCashboxes,
    ReadClients,
    CreateClients,
    EditClients,
    Users,
    Settings,
    ChangePin,
    SeeSettings,
    Printers,
    ReleaseJobs,
    OwnJobs,
    SeeActionLog,
    Agents,
    OpenDrawer,
    SeeDashboard,
    SeeNow,
    SeeReports,
    Reconcile,
    Accounting,
    AdvancedDeletion,
);

/// Whether a role may do an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grant {
    Yes,
    /// Allowed with the company's PIN, or the personal PIN of somebody who holds the permission.
    Pin,
    No,
}

/// Looks up whether `role` may do `action`.
pub fn grant_for_role(role: Role, action: Action) -> Grant {
    use Action::*;
    use Grant::{No, Pin, Yes};
    use Role::*;
    let office = matches!(role, Admin | Supervisor);
    let yes = |b: bool| if b { Yes } else { No };
    match action {
        SeeFloor | ReadCatalog | TakeOrders | CreateClients | ReadClients => {
            yes(office || matches!(role, Cashier | Waiter))
        }
        SeeKitchen => yes(office || matches!(role, Cashier | Production)),
        OthersTables | Collect | OwnCycle | OpenDrawer => yes(office || role == Cashier),
        MoveTables => yes(office || matches!(role, Cashier | Waiter)),
        DismissSent | BelowMinimum => {
            if office || matches!(role, Cashier | Waiter) {
                Pin
            } else {
                No
            }
        }
        // This is for what somebody else recorded; one's own needs no PIN.
        VoidDocument | RejectMovement => {
            if office || role == Cashier {
                Pin
            } else {
                No
            }
        }
        VoidPurchase | ApproveCount => {
            if office {
                Pin
            } else {
                No
            }
        }
        CloseWithDifference => {
            if office {
                Yes
            } else if role == Cashier {
                Pin
            } else {
                No
            }
        }
        SmallDiscount => {
            if office || role == Cashier {
                Yes
            } else if role == Waiter {
                Pin
            } else {
                No
            }
        }
        LargeDiscount => {
            if office {
                Yes
            } else if matches!(role, Cashier | Waiter) {
                Pin
            } else {
                No
            }
        }
        SeeExpected | SendDocuments | EditCatalog | EditTables | EditCashboxes | Printers | ReleaseJobs
        | SeeActionLog | Agents | Reconcile => yes(office),
        Preparation | SoldOut => yes(office || matches!(role, Cashier | Production)),
        MarkDelivered => yes(office || matches!(role, Cashier | Production | Waiter)),
        RecordWaste | RecordProduction | CountStock => yes(office || role == Production),
        EditClients => yes(office || role == Cashier),
        OwnJobs => yes(office || role == Cashier),
        Users | Settings => yes(role == Admin),
        // The old PIN must be known.
        ChangePin => match role {
            Admin => Yes,
            Supervisor => Pin,
            _ => No,
        },
        SeeSettings => yes(office || role == Accountant),
        // The role decides which parts of it are shown.
        SeeNow => Yes,
        SeeDashboard => yes(role != Production),
        SeeReports => yes(office || role == Accountant),
        Accounting => yes(matches!(role, Admin | Accountant)),
        AdvancedDeletion => {
            if role == Admin {
                Pin
            } else {
                No
            }
        }
    }
}

/// Lists all actions that `role` may do, with or without a PIN, for the screens.
pub fn list_permitted_actions(role: Role) -> Vec<Action> {
    Action::ALL.iter().copied().filter(|a| grant_for_role(role, *a) != Grant::No).collect()
}
