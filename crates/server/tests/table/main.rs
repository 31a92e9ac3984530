//! The server as its clients meet it: real sockets, real databases.

mod attack;
mod cluster;
mod guard;
mod house;
mod keeping;
mod kill;
mod limits;
mod people;
mod plain;
mod play;
mod secrets;

use house::House;
use server::Config;
use tempfile::TempDir;

/// Which database.
pub enum Kind<'a> {
    /// A file.
    Sqlite,
    /// A cluster of the test's own.
    Postgres(&'a cluster::Cluster),
}

impl Kind<'_> {
    async fn house(&self, change: fn(&mut Config)) -> House {
        match self {
            Kind::Sqlite => House::new(change).await,
            Kind::Postgres(cluster) => {
                let folder = TempDir::new().expect("a folder");
                House::with(folder, cluster.database().await, change).await
            }
        }
    }

    /// An empty database of the same kind.
    async fn empty(&self, house: &House) -> String {
        match self {
            Kind::Sqlite => format!("sqlite:{}", house.file("other.db").display()),
            Kind::Postgres(cluster) => cluster.database().await,
        }
    }
}

/// Every scene that has to do with what is kept, on both databases.
macro_rules! scenes {
    ($($module:ident :: $scene:ident),* $(,)?) => {
        mod sqlite {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $scene() {
                    crate::$module::$scene(&crate::Kind::Sqlite).await;
                }
            )*
        }

        /// One cluster for all of them: starting it takes longer than they do.
        #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        async fn the_same_on_postgres() {
            let cluster = cluster::Cluster::start();
            let kind = Kind::Postgres(&cluster);
            $(
                eprintln!("{}", stringify!($scene));
                $module::$scene(&kind).await;
            )*
        }
    };
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres_over_tls_and_over_its_own_fall() {
    let cluster = cluster::Cluster::start();
    keeping::a_database_is_reached_over_tls(&cluster).await;
    keeping::a_database_that_fell_is_waited_for(&cluster).await;
}

scenes! {
    play::two_play_over_a_link,
    play::one_who_watches_sees_what_everybody_sees,
    play::a_page_that_comes_back_gets_what_it_missed,
    play::two_windows_of_a_seat_stay_in_step,
    play::what_is_taken_back_is_gone_for_everybody,
    play::refusals_say_why_and_change_nothing,
    play::bots_play_a_game_to_its_end_and_the_record_proves_the_dice,
    play::a_game_is_played_on_from_a_record,
    keeping::games_go_on_after_a_restart,
    keeping::idle_games_leave_memory_and_come_back,
    keeping::a_backup_brings_everything_back,
    keeping::an_older_backup_is_brought_up,
    keeping::a_second_server_is_turned_away,
    people::an_account_takes_the_guests_games_along,
    people::signing_in_and_out,
    people::rosters_are_kept_by_person,
    people::only_its_maker_deletes_a_game,
    people::who_never_comes_back_is_forgotten,
    people::odd_letters_are_told_apart_from_a_broken_database,
}
