"""A tiny random Qwen2 with the real vocabulary: the whole path in seconds. Its text is noise, its JSON is valid."""

from pathlib import Path

from app.profiles.model import FolderSource, Profile, load_profile
from app.profiles.served import open_model
from app.settings import read_settings
from workers.weights.fetch import place_model

PROFILE = """\
name = "tiny"

[model]
name = "tiny-random-qwen2"
licence = "none"
dtype = "bfloat16"

[[model.sources]]
kind = "folder"

[engine]
device = "cpu"
max_model_len = 16384
max_num_seqs = 4
max_num_batched_tokens = 1024
enforce_eager = true
structured_outputs_backend = "xgrammar"
kv_cache_bytes = 67108864
threads = 1

[sampling]
temperature = 1.0
top_p = 1.0
top_k = 50

[prompting]
quotes = "key_passages"
passages_per_topic = 2
"""


def write_profile(folder: Path) -> Path:
    """The profile's file."""
    path = folder / "tiny.toml"
    path.write_text(PROFILE)
    return path


def place_tiny_model(folder: Path) -> tuple[Path, Profile]:
    """Make the model and put it into the cache `folder`, as `wholedoc model fetch` would; returns its profile."""
    import torch  # noqa: PLC0415 - takes seconds, and only a few tests need it
    from transformers import Qwen2Config, Qwen2ForCausalLM  # noqa: PLC0415

    profile_file = write_profile(folder)
    profile = load_profile(profile_file)
    source = folder / "source"
    torch.manual_seed(0)
    config = Qwen2Config(
        vocab_size=151_936,
        hidden_size=64,
        intermediate_size=128,
        num_hidden_layers=2,
        num_attention_heads=2,
        num_key_value_heads=1,
        max_position_embeddings=32_768,
        rope_parameters={"rope_type": "default", "rope_theta": 1_000_000.0},
        eos_token_id=151_645,
        bos_token_id=151_643,
        tie_word_embeddings=True,
    )
    Qwen2ForCausalLM(config).to(torch.bfloat16).save_pretrained(source)
    for path in real_tokenizer_folder().iterdir():
        if path.name.startswith(("tokenizer", "chat_template")):
            (source / path.name).write_bytes(path.read_bytes())
    place_model(profile, folder / "models", FolderSource(), source, say=lambda text: None)
    return profile_file, profile


def real_tokenizer_folder() -> Path:
    """The small model's folder in the user's cache, put there by the set-up."""
    settings = read_settings({})
    return open_model(load_profile(settings.profile_file), settings.models_folder).folder
