//! `config`, `completions`, `man` and `--version`.

use crate::cli::shell::Shell;

fn error(shell: &Shell, line: &str) -> String {
    let output = shell.output(line, "");
    assert!(!output.status.success(), "{line}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn printed(shell: &Shell, line: &str) -> String {
    let output = shell.output(line, "");
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn settings_are_kept_in_a_file() {
    let shell = Shell::new();
    assert!(printed(&shell, "config").contains("not set: language, color, opponent, packs, data"));
    printed(&shell, "config set opponent random");
    shell.edit("data/config.toml", "opponent", "# My own remark.\nopponent");
    printed(&shell, "config set color always");
    let file = shell.read("data/config.toml");
    assert!(file.contains("# My own remark.") && file.contains("color = \"always\""), "{file}");
    // The colour is used, unless an option says otherwise.
    assert!(printed(&shell, "list").contains('\x1b'));
    assert!(!printed(&shell, "list --color never").contains('\x1b'));
    // The opponent plays the sides not played by a person.
    assert!(printed(&shell, "play ford").contains("Red random"));
    printed(&shell, "config unset opponent");
    assert!(!shell.read("data/config.toml").contains("opponent ="));
}

#[test]
fn a_wrong_setting_is_refused_with_its_place() {
    let shell = Shell::new();
    assert!(error(&shell, "config set colour always").contains("did you mean `color`"));
    assert!(error(&shell, "config set color sometimes").contains("\"auto\""));
    assert!(error(&shell, "config set opponent person").contains("recruit"));
    assert!(!shell.path("data/config.toml").exists(), "a refused setting must not be written");
    shell.write("data/config.toml", "color = \"never\"\nopponnent = \"greedy\"\n");
    let wrong = error(&shell, "list");
    assert!(wrong.contains("config.toml:2:1") && wrong.contains("opponent"), "{wrong}");
}

#[test]
fn packs_and_language_come_from_the_settings() {
    let shell = Shell::new();
    let away = Shell::empty(&[]);
    let folder = shell.path(".").display().to_string();
    assert!(away.output(&format!("config set packs {folder}"), "").status.success());
    let list = away.command("list").env_remove("GROGNARD_PACKS").output().expect("a command that runs");
    assert!(String::from_utf8_lossy(&list.stdout).contains("ford"));
    assert!(away.output("config set language fr", "").status.success());
    let list = away.command("list").env_remove("GROGNARD_PACKS").env_remove("GROGNARD_LANG").output();
    assert!(String::from_utf8_lossy(&list.expect("a command that runs").stdout).contains("Scénarios"));
}

#[test]
fn shells_and_manuals_know_every_command() {
    let shell = Shell::new();
    for name in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(printed(&shell, &format!("completions {name}")).contains("migrate"), "{name}");
    }
    printed(&shell, "man -o man1");
    assert!(shell.read("man1/grognard-play.1").contains("Play a game in the terminal"));
    let version = printed(&shell, "--version");
    assert!(version.starts_with("grognard ") && version.contains("scripting API"), "{version}");
}

/// Without a terminal there is no menu: the help is an error.
#[test]
fn no_command_prints_the_help() {
    let output = Shell::new().output("", "");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("Usage: grognard"));
}
