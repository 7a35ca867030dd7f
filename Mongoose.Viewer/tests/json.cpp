/**
 * @file json.cpp
 * @brief Reads the vectors.
 *
 * Copyright (c) The Mongoose developers
 * SPDX-License-Identifier: BSD-3-Clause
 */

#include "json.h"

#include <cctype>
#include <fstream>
#include <sstream>
#include <stdexcept>

class JsonReader
{
public:
    explicit JsonReader(std::string text) : mText(std::move(text)) {}

    Json readAll()
    {
        Json value = read();
        skipSpace();
        if (mAt != mText.size())
        {
            fail("the end");
        }
        return value;
    }

private:
    Json read()
    {
        skipSpace();
        Json value;
        switch (peek())
        {
            case '{':
                readList('}', [&] { readMember(value); });
                break;
            case '[':
                readList(']', [&] { value.mItems.push_back(read()); });
                break;
            case '"':
                value.mText = readString();
                break;
            default:
                value.mText = readWord();
        }
        return value;
    }

    template <typename Reader> void readList(char end, Reader read_one)
    {
        mAt++;
        skipSpace();
        if (peek() == end)
        {
            mAt++;
            return;
        }
        do
        {
            read_one();
            skipSpace();
        } while (accept(','));
        expect(end);
    }

    void readMember(Json& object)
    {
        skipSpace();
        const std::string name = readString();
        skipSpace();
        expect(':');
        object.mMembers.emplace(name, read());
    }

    std::string readString()
    {
        expect('"');
        const std::size_t begin = mAt;
        while (peek() != '"')
        {
            // Escapes are skipped without decoding them: the strings that tests compare are names and hexadecimal numbers.
            mAt += peek() == '\\' ? 2 : 1;
        }
        return mText.substr(begin, mAt++ - begin);
    }

    std::string readWord()
    {
        const std::size_t begin = mAt;
        while (mAt < mText.size() && isWord(mText[mAt]))
        {
            mAt++;
        }
        if (mAt == begin)
        {
            fail("a value");
        }
        return mText.substr(begin, mAt - begin);
    }

    static bool isWord(char at)
    {
        return std::isalnum(static_cast<unsigned char>(at)) != 0 || at == '+' || at == '-' || at == '.';
    }

    bool accept(char wanted)
    {
        const bool is_there = mAt < mText.size() && mText[mAt] == wanted;
        mAt += is_there ? 1 : 0;
        return is_there;
    }

    void expect(char wanted)
    {
        if (!accept(wanted))
        {
            fail(std::string(1, wanted));
        }
    }

    char peek() const { return mAt < mText.size() ? mText[mAt] : fail("more"); }

    void skipSpace()
    {
        while (mAt < mText.size() && std::isspace(static_cast<unsigned char>(mText[mAt])) != 0)
        {
            mAt++;
        }
    }

    [[noreturn]] char fail(const std::string& wanted) const
    {
        throw std::runtime_error("at byte " + std::to_string(mAt) + ": expected " + wanted);
    }

    std::string mText;
    std::size_t mAt = 0;
};

Json Json::fromFile(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file)
    {
        throw std::runtime_error(path + ": cannot be read");
    }
    std::ostringstream text;
    text << file.rdbuf();
    try
    {
        return JsonReader(text.str()).readAll();
    }
    catch (const std::exception& error)
    {
        throw std::runtime_error(path + ": " + error.what());
    }
}

const Json& Json::operator[](const std::string& name) const
{
    static const Json empty;
    const auto found = mMembers.find(name);
    return found == mMembers.end() ? empty : found->second;
}
